package dev.riffle.parse;

import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The kinds of partitions with a key, with their names in the one-line form and in JSON. */
enum PartitionKind {
    ROW_SPLITS("splits", "row_splits", Partition.RowSplits::new),
    ROW_LENGTHS("lengths", "row_lengths", Partition.RowLengths::new),
    ROW_STARTS("starts", "row_starts", Partition.RowStarts::new),
    ROW_LIMITS("limits", "row_limits", Partition.RowLimits::new),
    VALUE_ROW_IDS("rowids", "value_rowids", Partition.ValueRowIds::new);

    private final String option;
    private final String member;
    private final Function<String, Partition> constructor;

    PartitionKind(String option, String member, Function<String, Partition> constructor) {
        this.option = option;
        this.member = member;
        this.constructor = constructor;
    }

    /** Returns the kind of a partition with a key. */
    static PartitionKind of(Partition partition) {
        if (partition instanceof Partition.RowSplits) {
            return ROW_SPLITS;
        } else if (partition instanceof Partition.RowLengths) {
            return ROW_LENGTHS;
        } else if (partition instanceof Partition.RowStarts) {
            return ROW_STARTS;
        } else if (partition instanceof Partition.RowLimits) {
            return ROW_LIMITS;
        } else if (partition instanceof Partition.ValueRowIds) {
            return VALUE_ROW_IDS;
        }
        throw new IllegalArgumentException("partition without a key: " + partition);
    }

    /** Returns the kind with this word in the one-line form. */
    static Optional<PartitionKind> ofOption(String option) {
        return Stream.of(values()).filter(kind -> kind.option.equals(option)).findFirst();
    }

    /** Returns the kind with this member in the JSON form. */
    static Optional<PartitionKind> ofMember(String member) {
        return Stream.of(values()).filter(kind -> kind.member.equals(member)).findFirst();
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
