package dev.riffle.site;

import org.commonmark.node.Block;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

/** Converts parsed Markdown to words. */
final class PlainText {

    private PlainText() {}

    /** Returns the words of a node in one line, without markup and HTML. */
    static String of(Node node) {
        StringBuilder text = new StringBuilder();
        append(node, text);
        return text.toString().replaceAll("\\s+", " ").strip();
    }

    private static void append(Node node, StringBuilder text) {
        if (node instanceof Text words) {
            text.append(words.getLiteral());
        } else if (node instanceof Code code) {
            text.append(code.getLiteral());
        } else if (node instanceof FencedCodeBlock block) {
            text.append(block.getLiteral());
        } else if (node instanceof IndentedCodeBlock block) {
            text.append(block.getLiteral());
        } else if (node instanceof SoftLineBreak || node instanceof HardLineBreak) {
            text.append(' ');
        }
        for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
            append(child, text);
        }
        // a paragraph, an item, or a cell of a table
        if (node instanceof Block || node instanceof CustomNode) {
            text.append(' ');
        }
    }
}
