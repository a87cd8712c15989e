using System.Diagnostics;
using System.Globalization;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;

namespace Unpause.Bench.Readers;

/// <summary>One format's row: the time to read a file of it, as a ratio to that of wc -l on the same file.</summary>
internal static class FormatRow
{
    // Processor time of children is counted in hundredths of a second, which is what wc takes for 60 MB.
    private const int Times = 20;

    /// <summary>Reads a file in each round after wc -l, and prints the least processor times.</summary>
    public static void Print(string path, int rounds)
    {
        double reader = double.MaxValue, lines = double.MaxValue, words = double.MaxValue;
        long pauses = 0;
        for (var round = 0; round < rounds; round++)
        {
            words = Math.Min(words, Seconds(() => Words(path)) / Times);
            lines = Math.Min(lines, Seconds(() => Lines(path)));
            reader = Math.Min(reader, Seconds(() => pauses = Load(path)));
        }

        var megabytes = new FileInfo(path).Length / 1e6;
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"| {Path.GetFileName(path)} | {megabytes:0} | {pauses:N0} | {megabytes / reader:0} |")
            + string.Create(CultureInfo.InvariantCulture, $" {reader / words:0.0} | {reader / lines:0.0} |"));
    }

    private static double Seconds(Action run)
    {
        var before = ProcessorTime.Seconds();
        run();
        return ProcessorTime.Seconds() - before;
    }

    private static long Load(string path)
    {
        var loaded = RuntimeTable.Default.Load([RecordingInput.File(path)]);
        foreach (var unread in loaded.Unread) Console.Error.WriteLine($"{unread.Name}: {unread.Reason}");
        return loaded.Recordings.Sum(recording => (long)recording.Pauses.Count);
    }

    private static void Lines(string path)
    {
        using var stream = File.OpenRead(path);
        var lines = new LineReader(stream);
        while (lines.MoveNext())
        {
        }
    }

    private static void Words(string path)
    {
        string[] arguments = ["-l", .. Enumerable.Repeat(path, Times)];
        var start = new ProcessStartInfo("wc", arguments) { RedirectStandardOutput = true, UseShellExecute = false };
        using var process = Process.Start(start)!;
        process.StandardOutput.BaseStream.CopyTo(Stream.Null);
        process.WaitForExit();
    }
}

/// <summary>What this process and its children have used.</summary>
internal static class ProcessorTime
{
    // Fields 14 to 17 of /proc/self/stat: user and system time of this process and of its children, in hundredths of a second.
    public static double Seconds()
    {
        var fields = File.ReadAllText("/proc/self/stat").Split(") ")[^1].Split(' ');
        return Process.GetCurrentProcess().TotalProcessorTime.TotalSeconds
            + ((long.Parse(fields[13], CultureInfo.InvariantCulture) + long.Parse(fields[14], CultureInfo.InvariantCulture)) / 100.0);
    }
}
