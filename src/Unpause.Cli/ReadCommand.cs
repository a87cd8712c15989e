using System.Runtime.Versioning;
using System.Text.Json;
using Unpause.Cli.Sending;

namespace Unpause.Cli;

/// <summary>
/// Started by <c>run</c> and <c>record</c> as root, to read recordings without root's rights. Not for users.
/// </summary>
internal static class ReadCommand
{
    public const string Name = "read-recorded";

    public static Command Create()
    {
        var options = new ReportOptions();
        var command = new Command(Name, "Report on a recording that unpause has just made.") { Hidden = true };
        options.AddTo(command);
        command.SetAction(parsed => Run(options.Read(parsed)));
        return command;
    }

    private static int Run(ReportRequest request)
    {
        if (!OperatingSystem.IsLinux() || GrantedFiles.Current is not { } files || Recorded(files) is not { } facts)
        {
            throw new UserMistake($"{Name} is internal to unpause: use unpause run or unpause record");
        }

        return Run(request with { OutputIsTheProgramsOwn = facts.OutputIsTheProgramsOwn }, files, facts);
    }

    [SupportedOSPlatform("linux")]
    private static int Run(ReportRequest request, GrantedFiles files, RecordedFacts facts) => ReportSession.Run(
        request, () => facts.Read([.. facts.Inputs.Select((name, number) => files.Input(number, name))]), facts.Page,
        ReportDelivery.Begin(request.Send));

    [SupportedOSPlatform("linux")]
    private static RecordedFacts? Recorded(GrantedFiles files) => files.Recorded() is { Length: > 0 } text
        ? JsonSerializer.Deserialize(text, RecordedFactsJson.Default.RecordedFacts)
        : null;
}
