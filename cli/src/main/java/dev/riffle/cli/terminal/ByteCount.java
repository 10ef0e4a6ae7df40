package dev.riffle.cli.terminal;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses sizes as people type them: {@code 100MB}, {@code 1.5 GiB}, {@code 4096}. */
public final class ByteCount {

    private static final Pattern FORM =
            Pattern.compile("(\\d{1,19}(?:\\.\\d{1,9})?) ?(?:([KMGTP])(I?)B?|B)?", Pattern.CASE_INSENSITIVE);

    private static final List<String> UNITS = List.of("K", "M", "G", "T", "P");

    private ByteCount() {}

    /**
     * Returns the number of bytes that a text after a flag means.
     *
     * @throws IllegalArgumentException if the text is not a size, or the size is not from 1 to 2^63 - 1
     */
    public static long parse(String flag, String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    flag + " must be a number of bytes such as 100MB, 1.5GiB or 4096: " + text);
        }
        BigDecimal bytes = new BigDecimal(form.group(1));
        if (form.group(2) != null) {
            int power = 1 + UNITS.indexOf(form.group(2).toUpperCase(Locale.ROOT));
            BigDecimal thousand = BigDecimal.valueOf(form.group(3).isEmpty() ? 1000 : 1024);
            bytes = bytes.multiply(thousand.pow(power));
        }
        if (bytes.compareTo(BigDecimal.ONE) < 0 || bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException(flag + " must be at least 1 byte and below 9.2 EB: " + text);
        }
        return bytes.longValue();
    }
}
