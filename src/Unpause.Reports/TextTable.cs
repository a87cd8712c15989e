namespace Unpause.Reports;

/// <summary>A table of text cells: the first column names the row, the others are numbers.</summary>
/// <param name="Rows">The cells, one for each column.</param>
/// <param name="WrappingColumn">The column whose text may wrap where the table is too wide.</param>
internal sealed record TextTable(IReadOnlyList<string> Columns, IReadOnlyList<string[]> Rows, int WrappingColumn = 0)
{
    /// <summary>Whether the cells of that column are lines already, which stay whole. Their text is safe to show.</summary>
    public bool HasLines { get; init; }
}
