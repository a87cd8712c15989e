namespace Unpause.Reports;

/// <summary>A table of text cells: the first column names the row, the others are numbers.</summary>
/// <param name="Columns">Their headings.</param>
/// <param name="Rows">Cells, as many in each as there are columns.</param>
/// <param name="WrappingColumn">The column whose text may go over several lines where the table is too wide.</param>
internal sealed record TextTable(IReadOnlyList<string> Columns, IReadOnlyList<string[]> Rows, int WrappingColumn = 0);
