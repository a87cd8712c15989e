using Unpause.Recorder.Rights;
using Unpause.Recordings.Histograms;

namespace Unpause.Cli.Live;

/// <summary>Saves and shows class histograms of a live JVM.</summary>
internal static class TakenHistograms
{
    private const int MostShownBytes = 200;

    /// <summary>Shows them.</summary>
    /// <param name="inputs">Of each round one of all objects, then one of the live ones.</param>
    /// <param name="saved">Takes the last; null when it is not kept.</param>
    /// <param name="save">Where that is, as the user has it.</param>
    /// <param name="view">How they are shown.</param>
    /// <returns>The exit code.</returns>
    public static int Show(IReadOnlyList<RecordingInput> inputs, int processId, WholeOutput? saved, string? save, HeapView view)
    {
        if (saved is not null)
        {
            using (var last = inputs[^1].Open()) last.CopyTo(saved.Stream);
            saved.Keep();
            Console.Error.WriteLine($"wrote {save}");
        }

        var rounds = inputs.Count / LiveClassHistograms.Commands.Count;
        // Files that the process wrote are read without root's rights.
        if (LeastRights.IsAsked && OperatingSystem.IsLinux())
        {
            using var granted = new PrivilegedFiles([], view.OpenOutput) { RecordedInputs = inputs };
            string[] arguments = [ReadHistogramsCommand.Name, Number(processId), Number(rounds), .. view.Arguments];
            if (ReadingProcess.Run(arguments, granted.Answer) is { } code) return code;
        }

        return Read(number => inputs[number], rounds, processId, view);
    }

    /// <summary>Reads and shows them.</summary>
    /// <param name="input">Gives one, by its number.</param>
    /// <param name="rounds">How many pairs there are.</param>
    /// <param name="view">How they are shown.</param>
    /// <returns>The exit code.</returns>
    /// <exception cref="UserMistake">One is none.</exception>
    public static int Read(Func<int, RecordingInput> input, int rounds, int processId, HeapView view)
    {
        var pairs = new List<(ClassHistogram All, ClassHistogram Live)>();
        for (var round = 0; round < rounds; round++) pairs.Add((Histogram(2 * round), Histogram((2 * round) + 1)));
        view.Show(HeapPlunge.From(pairs), processId);
        return ExitCodes.Done;

        ClassHistogram Histogram(int number)
        {
            using (var stream = input(number).Open())
            {
                if (HistogramReader.Read(stream) is { } histogram) return histogram;
            }

            throw new UserMistake(
                $"process {processId} answered {LiveClassHistograms.Commands[number % LiveClassHistograms.Commands.Count]} without a class "
                + $"histogram: {PlainText.Clean(FirstLine(input(number)))}");
        }
    }

    private static string FirstLine(RecordingInput input)
    {
        using var stream = input.Open();
        var bytes = new byte[MostShownBytes];
        var length = stream.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
        return Encoding.UTF8.GetString(bytes, 0, length).Split('\n')[0];
    }

    private static string Number(int number) => number.ToString(CultureInfo.InvariantCulture);
}
