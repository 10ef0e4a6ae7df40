package dev.riffle.cli;

import dev.riffle.RecordReader;
import dev.riffle.internal.JsonWriter;
import java.io.IOException;
import java.util.List;

/** Counts the records of files. */
record CountRequest(List<String> words, ReadSettings read, Style style) implements Request {

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        List<InputFile> files = InputFile.expand(terminal, words);
        long[] total = {0};
        ExitCode code;
        try (Progress progress = Progress.over(terminal, "count", files)) {
            code = EachFile.run(terminal, files, file -> {
                long count = count(file, progress);
                total[0] += count;
                print(terminal, files.size(), file.name(), count);
                return ExitCode.FINE;
            });
        }
        if (files.size() > 1 && style == Style.TEXT) {
            terminal.printLine(total[0] + " total");
        }
        return code;
    }

    private long count(InputFile file, Progress progress) throws IOException {
        long count = 0;
        try (RecordReader reader = read.open(progress.watch(file.source()))) {
            while (reader.next()) {
                count++;
                progress.step(reader);
            }
        }
        progress.fileDone(file);
        return count;
    }

    private void print(Terminal terminal, int files, String name, long count) throws IOException {
        switch (style) {
            case TEXT -> terminal.printLine(files == 1 ? Long.toString(count) : count + " " + name);
            case JSON -> {
                StringBuilder line = new StringBuilder();
                new JsonWriter(line)
                        .beginObject()
                        .name("file")
                        .string(name)
                        .name("records")
                        .number(count)
                        .endObject();
                terminal.printLine(line.toString());
            }
        }
    }
}
