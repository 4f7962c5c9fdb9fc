"""The site: pages, texts in five languages, lessons and rules."""
