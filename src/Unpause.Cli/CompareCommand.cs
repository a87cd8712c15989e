using System.CommandLine;
using Unpause.Reports;
using Unpause.Reports.Documents;
using Unpause.Reports.Pairs;

namespace Unpause.Cli;

/// <summary><c>unpause compare BEFORE AFTER</c></summary>
internal static class CompareCommand
{
    /// <summary>Describes the command.</summary>
    public static Command Create()
    {
        var before = Input("BEFORE", "The recording, or the report stored as JSON, before the change: a file, a folder, a glob; .gz too.");
        var after = Input("AFTER", "The same after it.");
        var command = new Command(
            "compare",
            """
            Lay two runs side by side: pauses, stops, collections, findings gone and new, and what else was not the same.

            It shows one run of each and so can't tell chance from change; repeat both to see how far they lie apart.
            """)
        { before, after };
        command.SetAction(parsed => Run(parsed.GetValue(before)!, parsed.GetValue(after)!));
        return command;
    }

    private static Argument<string> Input(string name, string description) => new(name) { Description = description };

    private static int Run(string before, string after)
    {
        StandardStreams.RequireOutput();
        return LeastRights.Run([before, after], [], () =>
        {
            var pair = PairedReports.Of(Read(before), Read(after), out var refusal);
            if (pair is null)
            {
                Console.Error.WriteLine($"unpause: {PlainText.Clean(refusal!)}");
                return ExitCodes.NotEnoughEvidence;
            }

            PairWriter.Write(Terminal.ForResults(), pair, (before, after));
            return ExitCodes.Done;
        });
    }

    /// <summary>The report of recordings, or the one that was stored.</summary>
    /// <exception cref="UserMistake">There is nothing to read.</exception>
    private static ReportDocument Read(string path)
    {
        var inputs = InputExpansion.Expand([path]);
        if (inputs is [var only])
        {
            var looked = StoredReports.Look(only.Input, out var stored);
            if (stored) return StoredInput.Read(looked).WithoutSecrets().Document;
            inputs = [only with { Input = looked }];
        }

        var loaded = ReadingProgress.Load(inputs);
        if (loaded.Recordings.Count > 0) return Report.Of(loaded.Recordings).ToDocument();
        throw new UserMistake($"{path}: {(loaded.Unread is [var first, ..] ? first.Reason : "no recording")}");
    }
}
