package dev.riffle.benchmarks.corpus;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * What a reader made of a file.
 *
 * @param payloads size and CRC-32C of each payload it gave
 * @param ending how it ended
 * @param message what it said
 */
record Outcome(List<String> payloads, Ending ending, String message) {

    private static final String MARK = "outcome\t";

    /** How a reading ends. */
    enum Ending {
        /** As if that were the whole file. */
        END("end"),
        /** With an exception. */
        ERROR("error"),
        /** Without memory. */
        OUT_OF_MEMORY("out of memory"),
        /** Not at all. */
        HANG("hang"),
        /** With that of the process. */
        DEATH("process died");

        private final String words;

        Ending(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    static String digest(byte[] payload) {
        CRC32C crc = new CRC32C();
        crc.update(payload);
        return payload.length + "/" + HexFormat.of().toHexDigits((int) crc.getValue());
    }

    /** The form in which it goes from one process to the other, where others may print too. */
    String line() {
        String said = message.replaceAll("[\\t\\r\\n]+", " ");
        return MARK + ending.name() + "\t" + String.join(" ", payloads) + "\t" + said;
    }

    static boolean isLine(String line) {
        return line.startsWith(MARK);
    }

    static Outcome ofLine(String line) {
        String[] parts = line.substring(MARK.length()).split("\t", -1);
        List<String> payloads = parts[1].isEmpty() ? List.of() : Arrays.asList(parts[1].split(" ", -1));
        return new Outcome(payloads, Ending.valueOf(parts[0]), parts[2]);
    }
}
