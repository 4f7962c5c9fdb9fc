"""The authority over tables: what is done at them, in order, and who may do it."""
