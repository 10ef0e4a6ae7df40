package dev.riffle.cli.image;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExtractedNameTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                "../x",
                "/etc/passwd",
                "a/b",
                "a\\b",
                "C:\\x",
                "..\\x",
                ".bashrc",
                "a\0b",
                "a\nb",
                "a\u001b[2J",
                "con",
                "NUL.jpg",
                "Com1.png",
                "lpt9",
                "a.",
                "a ",
                "aux .jpg",
                "\u0085",
                "a:b",
                "what?.png",
                "a*",
                "<a>",
                "a|b",
                "\"a\"",
                "a\u202Egnp.exe",
                "\ud800"
            })
    void rejectsInvalidNames(String name) {
        assertThat(ExtractedName.problem(name)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a.jpg", "n01440764_10026.JPEG", "t\u00e4 \u96ea.png", "a..b", "console", "com10", "~", "-rf"})
    void acceptsPlainNames(String name) {
        assertThat(ExtractedName.problem(name)).isEmpty();
    }

    @Test
    void rejectsLongNames() {
        assertThat(ExtractedName.problem("x".repeat(255))).isEmpty();
        assertThat(ExtractedName.problem("\u00e4".repeat(128))).isEqualTo("is longer than 255 bytes");
    }
}
