package dev.riffle.benchmarks.corpus;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The result of a reader for a file.
 *
 * @param payloads the size and CRC-32C of each payload it returned
 * @param ending the way it ended
 * @param message its message
 */
record Outcome(List<String> payloads, Ending ending, String message) {

    private static final String MARK = "outcome\t";

    /** The ways in which reading ends. */
    enum Ending {
        /** At an end that the reader takes for the end of the file. */
        END("end"),
        /** With an exception. */
        ERROR("error"),
        /** Without memory. */
        OUT_OF_MEMORY("out of memory"),
        /** Never. */
        HANG("hang"),
        /** With the death of the process. */
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

    /** Returns the line that one process sends to the other; other code may print lines too. */
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
