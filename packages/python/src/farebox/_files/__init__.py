"""Sources of uploads, and targets of downloads that are written whole or not at all."""
