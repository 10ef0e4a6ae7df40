package dev.riffle.parse;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The kinds of partitions with a key, with their names in the one-line form and in JSON. */
enum PartitionKind {
    ROW_SPLITS("splits", "row_splits", Partition.RowSplits.class, Partition.RowSplits::new),
    ROW_LENGTHS("lengths", "row_lengths", Partition.RowLengths.class, Partition.RowLengths::new),
    ROW_STARTS("starts", "row_starts", Partition.RowStarts.class, Partition.RowStarts::new),
    ROW_LIMITS("limits", "row_limits", Partition.RowLimits.class, Partition.RowLimits::new),
    VALUE_ROW_IDS("rowids", "value_rowids", Partition.ValueRowIds.class, Partition.ValueRowIds::new);

    private final String option;
    private final String member;
    private final Class<? extends Partition.Keyed> type;
    private final Function<String, Partition> constructor;

    PartitionKind(
            String option,
            String member,
            Class<? extends Partition.Keyed> type,
            Function<String, Partition> constructor) {
        this.option = option;
        this.member = member;
        this.type = type;
        this.constructor = constructor;
    }

    /** Returns the kind of a partition with a key. */
    static PartitionKind of(Partition partition) {
        return find(kind -> kind.type.isInstance(partition))
                .orElseThrow(() -> new IllegalArgumentException("partition without a key: " + partition));
    }

    /** Returns the kind with this word in the one-line form. */
    static Optional<PartitionKind> ofOption(String option) {
        return find(kind -> kind.option.equals(option));
    }

    /** Returns the kind with this member in the JSON form. */
    static Optional<PartitionKind> ofMember(String member) {
        return find(kind -> kind.member.equals(member));
    }

    private static Optional<PartitionKind> find(Predicate<PartitionKind> condition) {
        return Stream.of(values()).filter(condition).findFirst();
    }

    /** Returns the word of the one-line form. */
    String option() {
        return option;
    }

    /** Returns the member of the JSON form. */
    String member() {
        return member;
    }

    Partition partition(String key) {
        return constructor.apply(key);
    }
}
