using Unpause.Reports.Documents;
using Unpause.Reports.Trends;

namespace Unpause.Cli.Trends;

/// <summary>Reads stored reports and recordings one after the other, and keeps only the numbers of each.</summary>
internal sealed class TrendReader
{
    private const string OtherFile = "not a report or a recording";

    private readonly TrendInput _input = new();
    private int _others;

    /// <summary>Whether an input that should be readable is not, in part or at all.</summary>
    public bool IsIncomplete { get; private set; }

    /// <summary>Reads everything.</summary>
    /// <exception cref="UserMistake">There are more inputs than allowed.</exception>
    public TrendInput Read(IReadOnlyList<string> paths)
    {
        foreach (var input in InputExpansion.Expand(paths))
        {
            if (_input.Count >= TrendInput.MostReports)
                throw new UserMistake($"more than {Quantities.Count(TrendInput.MostReports)} reports: pass those of a shorter time");
            Read(input);
        }

        if (_others > 0) Console.Error.WriteLine($"unpause: skipped {Quantities.Count(_others, "other file")}: {OtherFile}");
        return _input;
    }

    private void Read(ExpandedInput input)
    {
        var looked = StoredReports.Look(input.Input, out var isStored);
        if (isStored) ReadStored(looked);
        else ReadRecording(input with { Input = looked });
    }

    private void ReadStored(RecordingInput input)
    {
        using var stream = input.Open();
        if (StoredReports.Read(stream, out var fault) is { } report) Add(input.Name, report.WithoutSecrets().Document);
        else Refuse(input.Name, fault ?? "is damaged");
    }

    /// <summary>A recording is a report of its own.</summary>
    private void ReadRecording(ExpandedInput input)
    {
        var loaded = ReadingProgress.Load([input]);
        if (loaded.Recordings.Count > 0)
        {
            Add(input.Input.Name, Report.Create(loaded.Recordings).ToDocument());
            return;
        }

        // A folder of reports may also have other files.
        foreach (var unread in loaded.Unread)
        {
            if (input.Found && unread.Fault is InputFault.UnknownFormat or InputFault.Empty) _others++;
            else Refuse(input.Input.Name, ReportCommand.ReasonOf(unread));
        }
    }

    private void Add(string name, ReportDocument report)
    {
        IsIncomplete |= report.Processes.Any(ReportCommand.IsDamaged);
        _input.Add(name, report);
    }

    private void Refuse(string name, string reason)
    {
        IsIncomplete = true;
        _input.Refuse(name, reason);
    }
}
