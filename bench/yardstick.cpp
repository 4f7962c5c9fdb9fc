// The yardstick: random play-outs of VOLTO on bitboards, hand-written in plain C++.
//
//     g++ -O3 -march=native -o yardstick yardstick.cpp && ./yardstick GAMES SEED
//
// Uniform over deployments and legal moves, White first, no quiet limit. One game at a time.
// Prints the games, the moves, the first family's wins and the seconds.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>

using u64 = uint64_t;

// Seven rows of six bits: five cells and an empty column that catches what would wrap round.
constexpr int STRIDE = 6;
constexpr u64 ROW = 0b11111;
constexpr u64 mat() {
    u64 bits = 0;
    for (int row = 0; row < 7; row++) bits |= ROW << (STRIDE * row);
    return bits;
}
constexpr u64 MAT = mat();
constexpr u64 PALACE[2] = {ROW, ROW << (STRIDE * 6)};
constexpr int STEP[8] = {1, -1, 6, -6, 5, -5, 7, -7};  // four straight, four diagonal

enum { NOBLE, ADVISOR, CANDIDATE, SOLDIER, LADY };

struct Side {
    u64 role[5];
    u64 all() const { return role[0] | role[1] | role[2] | role[3] | role[4]; }
};

static u64 state;
static inline u64 next() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}
static inline u64 below(u64 n) { return ((next() >> 32) * n) >> 32; }

static inline u64 shift(u64 bits, int by) { return by > 0 ? bits << by : bits >> -by; }

static Side deploy(int family) {
    int roster[10] = {NOBLE, NOBLE, NOBLE, ADVISOR, ADVISOR, ADVISOR, CANDIDATE, SOLDIER, LADY, LADY};
    for (int i = 9; i > 0; i--) std::swap(roster[i], roster[below(i + 1)]);
    Side side{};
    for (int i = 0; i < 10; i++) {
        int row = family ? 5 + i / 5 : i / 5;
        side.role[roster[i]] |= 1ull << (STRIDE * row + i % 5);
    }
    return side;
}

// Plays one game; returns its turns and sets the winner (0 White, 1 Red).
static int play(int &winner) {
    Side sides[2] = {deploy(0), deploy(1)};
    for (int turn = 0;; turn++) {
        int me = turn & 1;
        Side &own = sides[me], &rival = sides[me ^ 1];
        u64 rivals = rival.all(), free = MAT & ~own.all(), empty = free & ~rivals;
        u64 straight = own.role[NOBLE] | own.role[CANDIDATE];
        u64 diagonal = own.role[ADVISOR] | own.role[CANDIDATE];
        u64 targets[9];
        int counts[9], total = 0;
        for (int i = 0; i < 8; i++) {
            u64 takers = i < 4 ? straight : diagonal;
            targets[i] = (shift(takers, STEP[i]) & free) | (shift(own.role[LADY], STEP[i]) & empty);
            total += counts[i] = __builtin_popcountll(targets[i]);
        }
        u64 run = 0, head = own.role[SOLDIER];
        int ahead = me ? -STRIDE : STRIDE;
        while (head) {
            head = shift(head, ahead) & free;
            run |= head;
            head &= empty;
        }
        targets[8] = run;
        total += counts[8] = __builtin_popcountll(run);
        if (!total) {  // H-1
            winner = me ^ 1;
            return turn;
        }
        int pick = below(total), way = 0;
        while (pick >= counts[way]) pick -= counts[way++];
        u64 set = targets[way];
        while (pick--) set &= set - 1;
        u64 target = set & -set;
        u64 origin = way == 8 ? own.role[SOLDIER] : shift(target, -STEP[way]);
        int mover = 0;
        while (!(own.role[mover] & origin)) mover++;
        own.role[mover] ^= origin;
        if (target & rivals) {
            int taken = 0;
            while (!(rival.role[taken] & target)) taken++;
            rival.role[taken] ^= target;
            if (taken == CANDIDATE) {
                winner = me;
                return turn + 1;
            }
            if (taken == LADY) {
                if (mover == CANDIDATE || !rival.role[LADY]) {
                    winner = me ^ 1;
                    return turn + 1;
                }
                continue;
            }
        }
        own.role[mover] |= target;
        if (mover == CANDIDATE && (target & PALACE[me ^ 1])) {
            winner = me;
            return turn + 1;
        }
    }
}

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 200000;
    state = (argc > 2 ? strtoull(argv[2], nullptr, 10) : 1) * 0x9e3779b97f4a7c15ull | 1;
    for (int i = 0; i < 20; i++) next();
    long moves = 0, wins = 0;
    auto start = std::chrono::steady_clock::now();
    for (long game = 0; game < games; game++) {
        int winner;
        moves += play(winner);
        wins += winner == 0;
    }
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    printf("{\"games\": %ld, \"moves\": %ld, \"first_wins\": %ld, \"seconds\": %.4f}\n", games, moves, wins, seconds.count());
}
