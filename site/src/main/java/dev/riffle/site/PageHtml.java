package dev.riffle.site;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.HtmlWriter;

/** Writes the text of a page as HTML. Headings get their ids, links lead inside the site, and comments disappear. */
final class PageHtml implements NodeRenderer {

    private final Page page;
    private final HtmlNodeRendererContext context;

    private PageHtml(Page page, HtmlNodeRendererContext context) {
        this.page = page;
        this.context = context;
    }

    /** Returns the HTML of a page, without the parts that all pages share. */
    static String of(Page page, LinkTargets targets) {
        return HtmlRenderer.builder()
                .extensions(List.of(TablesExtension.create()))
                .nodeRendererFactory(context -> new PageHtml(page, context))
                .attributeProviderFactory(context -> (node, tag, attributes) -> {
                    if (node instanceof Link link) {
                        attributes.put("href", targets.href(page, link.getDestination()));
                    } else if (node instanceof Image image) {
                        attributes.put("src", targets.href(page, image.getDestination()));
                    }
                })
                .build()
                .render(page.document());
    }

    @Override
    public Set<Class<? extends Node>> getNodeTypes() {
        return Set.of(Heading.class, FencedCodeBlock.class, HtmlBlock.class);
    }

    @Override
    public void render(Node node) {
        HtmlWriter html = context.getWriter();
        html.line();
        if (node instanceof Heading heading) {
            heading(heading, html);
        } else if (node instanceof FencedCodeBlock block) {
            html.raw(CodeMarkup.block(block.getInfo().strip(), block.getLiteral()));
        } else if (node instanceof HtmlBlock block
                && !block.getLiteral().strip().matches("(?s)<!--.*-->")) {
            throw new IllegalStateException(
                    page.file() + ": HTML other than a comment; write Markdown instead: " + block.getLiteral());
        }
        html.line();
    }

    private void heading(Heading heading, HtmlWriter html) {
        String tag = "h" + heading.getLevel();
        String anchor = page.anchors().get(heading);
        if (anchor == null) {
            throw new IllegalStateException(
                    page.file() + ": move the heading out of its list or quotation: " + PlainText.of(heading));
        }
        html.tag(tag, Map.of("id", anchor));
        for (Node child = heading.getFirstChild(); child != null; child = child.getNext()) {
            context.render(child);
        }
        html.raw(
                " <a class=\"anchor\" href=\"#" + Html.escape(anchor) + "\" aria-label=\"Link to this section\">#</a>");
        html.tag("/" + tag);
    }
}
