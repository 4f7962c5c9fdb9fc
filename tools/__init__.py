"""What developers run from a checkout to write files that the package ships; not in the wheel."""
