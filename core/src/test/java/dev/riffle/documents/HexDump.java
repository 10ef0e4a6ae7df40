package dev.riffle.documents;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the worked example of a page of formats. Each line has an offset, bytes and an explanation. */
public final class HexDump {

    private static final Pattern BLOCK = Pattern.compile("```hexdump\n(.*?)```", Pattern.DOTALL);
    private static final Pattern LINE = Pattern.compile("([0-9a-f]+) {2}((?:[0-9a-f]{2} )+) *(\\S.*)");

    private HexDump() {}

    /** Returns the bytes of the only hex dump of a page. Each line must state the actual offset of its bytes. */
    public static byte[] of(String page) throws IOException {
        String text = Files.readString(Repository.root().resolve(page));
        Matcher block = BLOCK.matcher(text);
        if (!block.find()) {
            throw new AssertionError(page + ": expected a hexdump block, found none");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String line : block.group(1).split("\n")) {
            Matcher parts = LINE.matcher(line);
            if (!parts.matches()) {
                throw new AssertionError(page + ": expected a line of a dump, found: " + line);
            }
            int offset = Integer.parseInt(parts.group(1), 16);
            if (offset != bytes.size()) {
                throw new AssertionError(page + ": expected offset " + bytes.size() + ", found " + offset);
            }
            bytes.writeBytes(HexFormat.of().parseHex(parts.group(2).replace(" ", "")));
        }
        if (block.find()) {
            throw new AssertionError(page + ": expected one hexdump block, found more");
        }
        return bytes.toByteArray();
    }
}
