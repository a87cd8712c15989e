namespace Unpause.Cli.Sessions;

/// <summary>The page that a recording command writes when the user asks for no other file.</summary>
internal static class DefaultPage
{
    /// <summary>Its name, in the current folder. A page that is there stays: the new one is <c>unpause-report-2.html</c>.</summary>
    public const string Name = "unpause-report.html";

    /// <summary>The page; null when the user wants other outputs or none, or after a warning when it cannot be written.</summary>
    public static ReportFile? For(ReportRequest request)
    {
        if (request is { Open: true, Page: not null }) return null;
        if (request.Open) return ReportFile.Open(Name, ReportFormat.Html, named: false, OldContent.Stays);
        if (request.Quiet || request.NamesOutput || request.Files.Count > 0 || request.Printed != ReportFormat.Terminal) return null;
        try
        {
            return ReportFile.Open(Name, ReportFormat.Html, named: false, OldContent.Stays);
        }
        catch (UserMistake mistake)
        {
            Console.Error.WriteLine($"unpause: page not written: {mistake.Message}");
            return null;
        }
    }
}
