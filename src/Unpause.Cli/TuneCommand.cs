using System.Runtime.Versioning;
using Unpause.Cli.Live;
using Unpause.Cli.Tuning;
using Unpause.Experiments.Labs;
using Unpause.Experiments.Tuning;

namespace Unpause.Cli;

/// <summary><c>unpause tune [options] -- CMD…</c></summary>
internal static class TuneCommand
{
    /// <summary>Describes the command.</summary>
    /// <param name="program">The arguments after <c>--</c>; null when there was no <c>--</c>.</param>
    public static Command Create(IReadOnlyList<string>? program)
    {
        var options = new TuneOptionSet();
        var command = new Command(
            "tune",
            """
            Find the best GC setting for a program, by trials: unpause tune [options] -- CMD…

            Each trial starts a fresh process of CMD with one setting. The objective is the lowest p99 request latency under load
            (--url, or your own load test with --load), or the shortest run time of a batch. Settings run in random order, and those
            that cannot win stop early. Differences within noise are reported as noise. With --keep, an experiment can be resumed.
            """);
        options.AddTo(command);
        command.SetAction(parsed =>
        {
            if (!OperatingSystem.IsLinux()) throw LinuxOnly.Refusal("tune");
            if (program is null or [])
                throw new UserMistake("name the command to run after --: unpause tune -- python3 batch.py");
            return Run(options.Read(parsed, program), options, parsed);
        });
        return command;
    }

    [SupportedOSPlatform("linux")]
    private static int Run(TunePlan plan, TuneOptionSet options, ParseResult parsed)
    {
        StandardStreams.RequireOutput();
        var price = options.Price(parsed);
        var files = options.Files(parsed);
        var temporary = options.Keep(parsed) is null ? Directory.CreateTempSubdirectory("unpause-tune-") : null;
        try
        {
            using var journal = TuneJournal.Open(options.Keep(parsed) ?? temporary!.FullName, plan, options.Seed(parsed));
            Announce(plan, journal);
            var result = EndSignals.Until(new TuneRun(plan, journal).Run) with { Price = price };
            return Show(result, options.WantsJson(parsed), files, options.Keep(parsed));
        }
        finally
        {
            temporary?.Delete(recursive: true);
        }
    }

    private static void Announce(TunePlan plan, TuneJournal journal)
    {
        var done = journal.Lines.Count > 0 ? $"; {Quantities.Count(journal.Lines.Count, "trial")} of them already finished" : "";
        Console.Error.WriteLine(
            $"unpause: {Quantities.Count(plan.Settings.Count, "setting")}, at most {plan.Settings.Count * plan.Rounds} trials{done}, "
            + $"--seed {journal.Seed}");
        LabEnding.WarnIfBusy();
    }

    private static int Show(TuneResult result, bool json, DocumentOutput files, string? keep)
    {
        var cost = TuneCost.Compute(result);
        if (json) TuneJson.Print(result, cost);
        else if (result.Lines.Count > 0) TuneTableWriter.Write(Terminal.ForResults(), result, cost);
        if (result.Lines.Count > 0)
            files.Write(text => TuneTableWriter.Write(text, result, cost), output => TuneJson.Write(result, cost, output));
        if (result.Interrupted)
        {
            Console.Error.WriteLine(keep is null
                ? "unpause: interrupted; with --keep FOLDER the same command line could resume"
                : $"unpause: interrupted; the same command line resumes from the trials in {keep}");
            return ExitCodes.Interrupted;
        }

        return result.Judged.Outcome switch
        {
            TuneOutcome.NoneKeeps => ExitCodes.OverBudget,
            TuneOutcome.TooFewTrials => ExitCodes.NotEnoughEvidence,
            _ => ExitCodes.Done,
        };
    }
}
