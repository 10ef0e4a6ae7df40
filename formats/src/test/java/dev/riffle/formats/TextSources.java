package dev.riffle.formats;

import dev.riffle.example.Example;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Creates sources from strings in memory, and reads all Examples of an import. */
final class TextSources {

    private TextSources() {}

    static ByteSource of(String text) {
        return of("in.txt", text);
    }

    static ByteSource of(String name, String text) {
        return ByteSource.of(Bytes.ofUtf8(text), name);
    }

    static ByteSource ofHex(String digits) {
        return ByteSource.of(Bytes.ofHex(digits), "in.txt");
    }

    /** Surveys the input, and then reads and returns all its Examples. */
    static List<Example> examples(ExampleImport input) throws IOException {
        List<Example> examples = new ArrayList<>();
        Survey survey = input.survey();
        try (ExampleReader reader = input.open(survey.types())) {
            while (reader.next()) {
                examples.add(reader.example());
            }
        }
        if (survey.records() != examples.size()) {
            throw new AssertionError(
                    "expected " + survey.records() + " Examples as in the survey, found " + examples.size());
        }
        return examples;
    }
}
