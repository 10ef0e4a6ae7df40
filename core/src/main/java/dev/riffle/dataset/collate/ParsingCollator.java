package dev.riffle.dataset.collate;

import dev.riffle.dataset.internal.collate.Described;
import dev.riffle.io.Bytes;
import dev.riffle.parse.PayloadBatch;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.zip.CRC32C;

/** Parses the payloads of a batch together. The parser's exceptions name the row of a rejected payload. */
final class ParsingCollator<B> implements Collator<Bytes, B>, Described {

    private final String what;
    private final String specs;
    private final Function<PayloadBatch, B> parser;

    /**
     * Creates a collator with a name for messages. Collators with different {@code specs} count as different collators.
     */
    ParsingCollator(String what, String specs, Function<PayloadBatch, B> parser) {
        this.what = what;
        this.specs = specs;
        this.parser = parser;
    }

    @Override
    public B collate(List<? extends Bytes> elements) {
        PayloadBatch payloads = new PayloadBatch();
        elements.forEach(payloads::add);
        return parser.apply(payloads);
    }

    @Override
    public String describe() {
        return describe(what, specs);
    }

    /** Returns a name with a checksum of a longer text. */
    static String describe(String what, String text) {
        return what + " " + HexFormat.of().toHexDigits((int) crc(text));
    }

    private static long crc(String text) {
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return crc.getValue();
    }
}
