namespace Unpause.Requests.Columns;

/// <summary>Notes the assumptions that were made about columns.</summary>
internal static class Notes
{
    /// <summary>Adds the notes that a row's assumptions call for, once.</summary>
    public static void Add(Row row, RequestSetBuilder builder)
    {
        if (row.AssumedUtc) builder.Coverage.Add("times have no time zone and are read as UTC");
    }
}
