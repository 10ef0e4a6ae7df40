package dev.riffle.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ShellWordsTest {

    @Test
    void splitsLikeAShell() {
        assertThat(ShellWords.split("  a  'b c' \"d 'e'\" f\\ g ''")).containsExactly("a", "b c", "d 'e'", "f g", "");
        assertThat(ShellWords.split("x,'y z',w")).containsExactly("x,y z,w");
        assertThatThrownBy(() -> ShellWords.split("'a")).hasMessage("unclosed quote: 'a");
    }
}
