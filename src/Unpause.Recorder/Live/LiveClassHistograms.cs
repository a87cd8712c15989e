using Unpause.Recorder.Runtimes.Jvm;
using Unpause.Recordings.Readers;

namespace Unpause.Recorder.Live;

/// <summary>Takes class histograms of a live JVM before and after full collections: <c>unpause heap</c>.</summary>
public static class LiveClassHistograms
{
    /// <summary>The commands of one round: all objects, then the live ones, for which the JVM runs a full collection.</summary>
    public static IReadOnlyList<string> Commands { get; } = ["GC.class_histogram -all", "GC.class_histogram"];

    /// <summary>A class histogram has about 100 bytes per class; 256 MiB are a million classes with long names.</summary>
    private const long MostBytes = 256L << 20;

    private const long LeastFreeBytes = 256L << 20, BytesBetweenLooks = 16L << 20;

    /// <summary>A full collection of a large heap takes long.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(5);

    private static readonly TimeSpan BetweenRounds = TimeSpan.FromSeconds(1);

    /// <summary>Takes the histograms, each into a temporary file as the JVM printed it. They are not parsed here.</summary>
    /// <param name="processId">Process id in this pid namespace.</param>
    /// <param name="rounds">How often each of <see cref="Commands"/> is sent.</param>
    /// <exception cref="ObstacleException">The histograms are not available.</exception>
    [SupportedOSPlatform("linux")]
    public static LiveResult Take(int processId, int rounds)
    {
        var (process, description) = LiveProcesses.Find(processId, RecorderTable.Default);
        var folder = LiveFolder.ForUs(null);
        try
        {
            var started = Stopwatch.GetTimestamp();
            var inputs = new List<RecordingInput>();
            for (var round = 0; round < rounds; round++)
            {
                if (round > 0) Thread.Sleep(BetweenRounds);
                foreach (var command in Commands)
                {
                    var file = folder.MakeFile(string.Create(CultureInfo.InvariantCulture, $"histogram-{inputs.Count}.txt"));
                    Take(process, command, file);
                    inputs.Add(RecordingInput.File(file));
                }
            }

            return new LiveResult(folder)
            {
                Inputs = inputs,
                End = process.IsAlive() ? LiveEnd.TimeIsUp : LiveEnd.ProcessEnded,
                Duration = Stopwatch.GetElapsedTime(started),
                Process = description,
                NotRecorded = [],
            };
        }
        catch
        {
            folder.Dispose();
            throw;
        }
    }

    [SupportedOSPlatform("linux")]
    private static void Take(ProcessView process, string command, string file)
    {
        try
        {
            using var output = new FileStream(file, FileMode.Open, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0);
            long next = 0;
            JvmAttach.Execute(process, command, new AttachAnswer(Write, MostBytes), Longest);

            void Write(ReadOnlySpan<byte> part)
            {
                if (output.Position >= next)
                {
                    next = output.Position + BytesBetweenLooks;
                    if (new DriveInfo(file).AvailableFreeSpace < LeastFreeBytes) throw new IOException("the disk is nearly full");
                }

                output.Write(part);
            }
        }
        catch (IOException exception)
        {
            throw new ObstacleException($"the answer of process {process.Id} could not be written: {SystemFault.Reason(exception)}");
        }
    }
}
