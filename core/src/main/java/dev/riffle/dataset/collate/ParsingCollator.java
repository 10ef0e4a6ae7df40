package dev.riffle.dataset.collate;

import dev.riffle.dataset.internal.collate.Described;
import dev.riffle.dataset.internal.collate.PayloadList;
import dev.riffle.io.Bytes;
import dev.riffle.parse.PayloadBatch;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.zip.CRC32C;

/**
 * Parses the payloads of a batch together. The parser's exceptions name the row of a rejected payload.
 *
 * @param what a name for messages
 * @param specs a text that distinguishes collators
 * @param described a parser whose text is a part of explanations
 */
record ParsingCollator<B>(String what, String specs, Object described, Function<PayloadBatch, B> parser)
        implements Collator<Bytes, B>, Described, PayloadList.Parsing {

    /** The number of characters of a parser's text in an explanation. */
    private static final int MOST_CHARACTERS = 100;

    @Override
    public B collate(List<? extends Bytes> elements) {
        return parser.apply(PayloadList.batchOf(elements));
    }

    @Override
    public String describe() {
        return describe(what, specs);
    }

    @Override
    public String explain() {
        return explain(what, described);
    }

    /** Returns a name with the text of a parser, without the end of a long text. */
    static String explain(String what, Object parser) {
        String text = parser.toString();
        return what + " by " + (text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "...]");
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
