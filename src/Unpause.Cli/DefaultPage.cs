namespace Unpause.Cli;

/// <summary>The page that a recording command writes when the user asks for no other file.</summary>
internal static class DefaultPage
{
    /// <summary>Its name, in the current folder.</summary>
    public const string Name = "unpause-report.html";

    /// <summary>The user's files, or the page; none when the page can't be written, which is told.</summary>
    public static IReadOnlyList<ReportFile> Or(IReadOnlyList<ReportFile> files, ReportRequest request)
    {
        if (files.Count > 0 || request.Printed != ReportFormat.Terminal) return files;
        try
        {
            return [ReportFile.Open(Name, ReportFormat.Html)];
        }
        catch (UserMistake mistake)
        {
            Console.Error.WriteLine($"unpause: no page written: {mistake.Message}");
            return [];
        }
    }
}
