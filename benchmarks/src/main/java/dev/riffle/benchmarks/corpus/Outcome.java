package dev.riffle.benchmarks.corpus;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Holds the result of a reader for a file.
 *
 * @param payloads the size and CRC-32C of each payload that the reader returned
 * @param ending the way in which the read ended
 * @param message the message of the reader
 */
record Outcome(List<String> payloads, Ending ending, String message) {

    private static final String MARK = "outcome\t";

    /** Lists the ways in which a read ends. */
    enum Ending {
        /** The reader reported the end of the file. */
        END("end"),
        /** The reader threw an exception. */
        ERROR("error"),
        /** The reader ran out of memory. */
        OUT_OF_MEMORY("out of memory"),
        /** The reader did not end. */
        HANG("hang"),
        /** The process crashed. */
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
        String oneLine = message.replaceAll("[\\t\\r\\n]+", " ");
        return MARK + ending.name() + "\t" + String.join(" ", payloads) + "\t" + oneLine;
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
