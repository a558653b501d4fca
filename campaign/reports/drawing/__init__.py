"""Parts of pages that stand by themselves: boards, dice, tracks, plots, and their colours, as SVG and HTML texts."""
