using System.Globalization;
using System.Text;
using Unpause.Recordings.Rings;

namespace Unpause.Services.Tests.Watch.Days;

/// <summary>
/// A recorded JVM as the recorder would leave it: two overlapping logs, of which the older is dropped when it covers twice the stretch.
/// </summary>
internal sealed class MadeJvm
{
    private const int Services = 4;

    private readonly string _folder;
    private readonly DateTimeOffset _started;
    private readonly List<(int Number, DateTimeOffset Since)> _parts = [];
    private readonly RingProcess _facts;
    private readonly StringBuilder _lines = new();
    private int _pauses;

    /// <param name="live">The folder of all recordings.</param>
    public MadeJvm(string live, int id, DateTimeOffset now)
    {
        var key = string.Create(CultureInfo.InvariantCulture, $"{id}-1");
        _folder = Path.Combine(live, key);
        _started = now;
        _facts = new RingProcess(key, id, "jvm", RingProcess.Recording)
        {
            Service = string.Create(CultureInfo.InvariantCulture, $"service-{id % Services}"), Host = "host", Version = "25",
        };
        Start(now);
    }

    /// <summary>How long the newest part is the only one that covers it.</summary>
    public static TimeSpan Stretch => TimeSpan.FromMinutes(5);

    /// <summary>What the recorder says of it.</summary>
    public RingProcess Facts => _facts with { Parts = [.. _parts.Select(part => new RingPartInfo(Name(part.Number), part.Since, false))] };

    /// <summary>Its log.</summary>
    public string Log => Path.Combine(_folder, Name(_parts[0].Number), "jvm.log");

    /// <summary>Writes a pause for each of the last seconds, and begins and drops parts; returns how many pauses it wrote.</summary>
    public int Write(DateTimeOffset now, int seconds)
    {
        _lines.Clear();
        for (var second = seconds - 1; second >= 0; second--)
        {
            var at = now - TimeSpan.FromSeconds(second);
            var number = _pauses++;
            var milliseconds = number % 3600 == _facts.Id * 30 % 3000 ? 350.0 : 1 + number % 7;
            var start = string.Create(
                CultureInfo.InvariantCulture, $"[{at:yyyy-MM-ddTHH:mm:ss.fff}+0000][{(at - _started).TotalSeconds:F3}s][info]");
            _lines.Append(CultureInfo.InvariantCulture, $"{start}[gc] GC({number}) Pause Young (Normal) (G1 Evacuation Pause) ")
                .Append(CultureInfo.InvariantCulture, $"24M->4M(64M) {milliseconds:F3}ms\n")
                .Append(CultureInfo.InvariantCulture, $"{start}[gc,cpu] GC({number}) User=0.01s Sys=0.00s Real=0.01s\n");
        }

        foreach (var (part, _) in _parts) File.AppendAllText(Path.Combine(_folder, Name(part), "jvm.log"), _lines.ToString());
        if (now - _parts[^1].Since < Stretch) return seconds;
        if (_parts.Count > 1)
        {
            Directory.Delete(Path.Combine(_folder, Name(_parts[0].Number)), recursive: true);
            _parts.RemoveAt(0);
        }

        Start(now);
        return seconds;
    }

    /// <summary>It has ended, and nothing of it is left.</summary>
    public void End() => Directory.Delete(_folder, recursive: true);

    private void Start(DateTimeOffset now)
    {
        var number = _parts.Count == 0 ? 1 : _parts[^1].Number + 1;
        Directory.CreateDirectory(Path.Combine(_folder, Name(number)));
        _parts.Add((number, now));
    }

    private static string Name(int part) => part.ToString(CultureInfo.InvariantCulture);
}
