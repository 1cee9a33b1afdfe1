"""Importers and writers, one module a format."""
