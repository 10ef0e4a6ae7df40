package dev.riffle.example.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SimilarNamesTest {

    @Test
    void returnsTheNamesOfTheLeastDistance() {
        assertThat(SimilarNames.of("tgas", List.of("label", "tags", "tag"))).containsExactly("tags", "tag");
        assertThat(SimilarNames.of("lable", List.of("label", "labelled"))).containsExactly("label");
        assertThat(SimilarNames.of("f9", List.of("f1", "f2", "f3", "f4"))).containsExactly("f1", "f2", "f3");
    }

    @Test
    void ignoresCase() {
        assertThat(SimilarNames.of("Id", List.of("if", "ID"))).containsExactly("ID");
        assertThat(SimilarNames.of("IMAGE", List.of("imagf"))).containsExactly("imagf");
    }

    @Test
    void returnsNoNameThatDiffersInMoreThanHalf() {
        assertThat(SimilarNames.of("zebra", List.of("label", "tags"))).isEmpty();
        assertThat(SimilarNames.of("a", List.of("b"))).isEmpty();
        assertThat(SimilarNames.of("a", List.of())).isEmpty();
        assertThat(SimilarNames.of("x".repeat(201), List.of("x".repeat(200)))).isEmpty();
    }
}
