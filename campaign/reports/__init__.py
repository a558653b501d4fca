"""After-action reports: of a battle or a campaign, as Markdown or as one HTML file that needs nothing else."""
