namespace Unpause.Reports;

/// <summary>A table of text cells: the first column names the row, the others are numbers.</summary>
internal sealed record TextTable(IReadOnlyList<string> Columns, IReadOnlyList<string[]> Rows);
