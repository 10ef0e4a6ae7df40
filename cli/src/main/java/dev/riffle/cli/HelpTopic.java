package dev.riffle.cli;

import java.util.Iterator;
import java.util.List;

/**
 * Holds the group, the short description and the examples of a command. The table has all commands in the order of the
 * help, which is also the order of docs/reference/cli.md.
 *
 * @param group the group of the command
 * @param name the words after {@code riffle}
 * @param summary a description of at most 56 characters
 * @param examples two commands that a user can adapt
 */
record HelpTopic(Group group, String name, String summary, List<String> examples) {

    /** Lists the groups of commands. */
    enum Group {
        SHOW("show"),
        CHECK("check"),
        FIND("find"),
        CONVERT("convert"),
        WRITE("write"),
        MORE("more");

        private final String title;

        Group(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    private static final List<HelpTopic> ALL = List.of(
            topic(
                    Group.SHOW,
                    "info",
                    "describe format, size and features of files",
                    "riffle info train.tfrecord",
                    "riffle info 'data/*.tfrecord' --json"),
            topic(
                    Group.SHOW,
                    "count",
                    "count the records of files",
                    "riffle count train.tfrecord",
                    "riffle count 'train@*' --json"),
            topic(
                    Group.SHOW,
                    "cat",
                    "print records",
                    "riffle cat train.tfrecord --limit 2",
                    "riffle cat train.tfrecord --json --from 100"),
            topic(
                    Group.SHOW,
                    "head",
                    "print the first records",
                    "riffle head train.tfrecord",
                    "riffle head train.tfrecord -n 1 --json"),
            topic(
                    Group.SHOW,
                    "tail",
                    "print the last records, and follow a growing file",
                    "riffle tail train.tfrecord -n 3",
                    "riffle tail -f events.tfrecord"),
            topic(
                    Group.SHOW,
                    "get",
                    "print records by number or key",
                    "riffle get train.tfrecord 343 0",
                    "riffle get train.tfrecord --last 2 --json"),
            topic(
                    Group.SHOW,
                    "parse",
                    "parse records into tensors, and print the batches",
                    "riffle parse train.tfrecord --limit 4",
                    "riffle parse train.tfrecord --features 'label:int64, tags:string*'"),
            topic(
                    Group.SHOW,
                    "tensor",
                    "print a serialised tensor",
                    "riffle tensor embedding.tensor",
                    "riffle tensor train.tfrecord --record 5 --feature embedding"),
            topic(
                    Group.SHOW,
                    "show",
                    "draw an image of a record on the terminal",
                    "riffle show images.tfrecord",
                    "riffle show images.tfrecord --record 7 -o image.png"),
            topic(
                    Group.CHECK,
                    "verify",
                    "check every record and report all damage",
                    "riffle verify train.tfrecord",
                    "riffle verify 'train@10' --examples"),
            topic(
                    Group.CHECK,
                    "repair",
                    "copy the intact records of damaged files",
                    "riffle repair train.tfrecord --dry-run",
                    "riffle repair train.tfrecord -o repaired.tfrecord"),
            topic(
                    Group.CHECK,
                    "diff",
                    "compare the records of two files or sets",
                    "riffle diff old.tfrecord new.tfrecord",
                    "riffle diff --key id old.tfrecord 'new@*'"),
            topic(
                    Group.FIND,
                    "index",
                    "write index files for access to any record",
                    "riffle index train.tfrecord",
                    "riffle index train.tfrecord --key id"),
            topic(
                    Group.FIND,
                    "sql",
                    "run a SQL query over record files",
                    "riffle sql \"SELECT label, count(*) FROM 'train.tfrecord' GROUP BY label\"",
                    "riffle sql \"FROM 'train@10' WHERE label > 1\" -o part.parquet"),
            topic(
                    Group.CONVERT,
                    "import",
                    "convert CSV, JSON lines or arrays to records",
                    "riffle import table.csv -o table.tfrecord",
                    "riffle import rows.jsonl -o rows.tfrecord --shards 4"),
            topic(
                    Group.CONVERT,
                    "export",
                    "convert records to CSV, JSON lines or arrays",
                    "riffle export train.tfrecord -o train.jsonl",
                    "riffle export train.tfrecord -o train.csv --columns label,name"),
            topic(
                    Group.CONVERT,
                    "convert",
                    "convert TFRecord to OFRecord or Parquet, or back",
                    "riffle convert train.tfrecord -o train.ofrecord",
                    "riffle convert train.tfrecord -o train.parquet"),
            topic(
                    Group.CONVERT,
                    "images",
                    "write records from a folder of images, or extract them",
                    "riffle images photos -o photos.tfrecord",
                    "riffle images --extract images.tfrecord -o copies --numbered"),
            topic(
                    Group.CONVERT,
                    "message",
                    "read or write a file with a single message",
                    "riffle message read example.pb",
                    "riffle message read example.pb --json"),
            topic(
                    Group.WRITE,
                    "plan",
                    "recommend a number of shards",
                    "riffle plan --bytes 250GB --hosts 10",
                    "riffle plan 'train@*'"),
            topic(
                    Group.WRITE,
                    "split",
                    "split files into a set of shards",
                    "riffle split train.tfrecord -o shards/train --shards 10",
                    "riffle split train.tfrecord -o shards/train --size 100MB"),
            topic(
                    Group.WRITE,
                    "merge",
                    "merge files or a set into one file",
                    "riffle merge 'train@10' -o merged.tfrecord",
                    "riffle merge a.tfrecord b.tfrecord -o both.tfrecord.gz"),
            topic(
                    Group.WRITE,
                    "append",
                    "append records to a file",
                    "riffle append new.tfrecord --into all.tfrecord",
                    "riffle append new.tfrecord --into all.tfrecord --in-place"),
            topic(
                    Group.WRITE,
                    "take",
                    "write the first records",
                    "riffle take train.tfrecord -n 100 -o small.tfrecord",
                    "riffle take 'train@*' -n 1000 -o small.tfrecord.gz"),
            topic(
                    Group.WRITE,
                    "slice",
                    "write a range of records",
                    "riffle slice train.tfrecord --from 100 --to 200 -o part.tfrecord",
                    "riffle slice train.tfrecord --from -5 -o last.tfrecord"),
            topic(
                    Group.WRITE,
                    "sample",
                    "write a random sample of the records",
                    "riffle sample train.tfrecord --rate 0.1 -o tenth.tfrecord",
                    "riffle sample train.tfrecord --seed 7 -n 20 -o some.tfrecord"),
            topic(
                    Group.WRITE,
                    "filter",
                    "write the records that meet a condition",
                    "riffle filter 'label == 3' train.tfrecord -o threes.tfrecord",
                    "riffle filter 'size(image) > 0' train.tfrecord --count"),
            topic(
                    Group.WRITE,
                    "dedupe",
                    "remove duplicate records",
                    "riffle dedupe train.tfrecord --dry-run",
                    "riffle dedupe train.tfrecord --key id -o unique.tfrecord"),
            topic(
                    Group.WRITE,
                    "shuffle",
                    "write all records in a random order",
                    "riffle shuffle 'train@*' -o shuffled --shards 10",
                    "riffle shuffle train.tfrecord -o shuffled.tfrecord --seed 42"),
            topic(
                    Group.WRITE,
                    "recompress",
                    "write files with another compression",
                    "riffle recompress train.tfrecord -o train.tfrecord.gz --compression gzip",
                    "riffle recompress 'train@*' -o plain/train --compression none"),
            topic(Group.MORE, "demo", "try the main commands on real data", "riffle demo", "riffle demo --dir demo"),
            topic(
                    Group.MORE,
                    "completion",
                    "print a completion script for bash or zsh",
                    "source <(riffle completion bash)",
                    "source <(riffle completion zsh)"),
            topic(Group.MORE, "help", "print the help of a command", "riffle help count", "riffle help message read"),
            topic(Group.MORE, "version", "print the version", "riffle version", "riffle --version"));

    /** Commands of commands, which the overview does not list. */
    private static final List<HelpTopic> NESTED = List.of(
            topic(
                    Group.CONVERT,
                    "message read",
                    "print the message of a file",
                    "riffle message read example.pb",
                    "riffle message read example.pb --json"),
            topic(
                    Group.CONVERT,
                    "message write",
                    "write a message to a file",
                    "riffle message write goat.pb --demo",
                    "riffle message write copy.pb < example.txt"));

    private static HelpTopic topic(Group group, String name, String summary, String one, String two) {
        return new HelpTopic(group, name, summary, List.of(one, two));
    }

    /** Returns the topics of all commands of {@code riffle}, in order. */
    static List<HelpTopic> all() {
        return ALL;
    }

    /** Returns the names of all commands of {@code riffle}, in order. */
    static List<String> commands() {
        return ALL.stream().map(HelpTopic::name).toList();
    }

    /** Returns the topic of a command, such as {@code count} or {@code message read}. */
    static HelpTopic of(String name) {
        for (List<HelpTopic> topics : List.of(ALL, NESTED)) {
            for (HelpTopic topic : topics) {
                if (topic.name.equals(name)) {
                    return topic;
                }
            }
        }
        throw new AssertionError("no help for the command " + name);
    }

    /** Lists the names of all commands for completion. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return commands().iterator();
        }
    }
}
