package dev.riffle.typed;

/** A record that tests load in class loaders of their own. */
public record LoadedRecord(int n) {}
