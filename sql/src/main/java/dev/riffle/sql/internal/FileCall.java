package dev.riffle.sql.internal;

import java.util.List;

/**
 * The names of files in a function such as {@code read_csv('a.csv')}.
 *
 * @param function the function
 * @param names the names, as the statement has them
 * @param position the number of bytes of the statement before the argument
 * @param length the number of bytes of the argument
 */
public record FileCall(String function, List<String> names, int position, int length) {}
