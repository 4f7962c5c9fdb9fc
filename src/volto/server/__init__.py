"""The server: games between people and bots in the browser.

`tables` is the authority over every game; `store` keeps what happened there; `wire` is all that
goes to and from a browser (messages, snapshots, sockets, HTTP); `bots` are the computer's players;
`site` is the pages with their texts, lessons and rules. `app` puts them together.
"""
