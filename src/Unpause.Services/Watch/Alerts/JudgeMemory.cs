using System.Text.Json.Serialization;
using Unpause.Recordings.Rings;

namespace Unpause.Services.Watch.Alerts;

/// <summary>
/// What the judge knows across a restart of its own: baselines, changes of services, alerts that hold. A file in the ring.
/// </summary>
internal sealed class JudgeMemory
{
    private const string FileName = "judge.json";

    private readonly string? _path;
    private readonly Lock _lock = new();

    /// <summary>Reads what an earlier judge stored.</summary>
    /// <param name="ring">The ring's folder; null: nothing is stored.</param>
    public JudgeMemory(string? ring)
    {
        _path = ring is null ? null : Path.Combine(ring, RingIndex.RunFolder, FileName);
        if (_path is null || Read(_path) is not { } stored) return;
        Baselines.Restore(stored.Baselines ?? []);
        Changes.Restore(stored.Services ?? []);
        Firing = [.. (stored.Firing ?? []).Take(ServiceLimits.MostAlerts)];
    }

    /// <summary>What is usual.</summary>
    public Baselines Baselines { get; } = new();

    /// <summary>Restarts with other settings.</summary>
    public ServiceChanges Changes { get; } = new();

    /// <summary>Alerts that held when the earlier judge ended.</summary>
    public IReadOnlyList<StoredAlert> Firing { get; } = [];

    /// <summary>Stores all.</summary>
    /// <param name="firing">Alerts that hold.</param>
    public void Store(IEnumerable<WatchAlert> firing, DateTimeOffset now)
    {
        if (_path is null) return;
        var stored = new StoredMemory(
            Baselines.Store(now), Changes.Store(), [.. firing.Take(ServiceLimits.MostAlerts).Select(StoredAlert.From)]);
        try
        {
            lock (_lock) WholeFile.Write(_path, JsonSerializer.SerializeToUtf8Bytes(stored, MemoryJson.Default.StoredMemory));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A full disk: what is known in memory still counts.
        }
    }

    private static StoredMemory? Read(string path)
    {
        try
        {
            var file = new FileInfo(path);
            return file.Exists && file.Length <= ServiceLimits.MostMemoryBytes
                ? JsonSerializer.Deserialize(File.ReadAllBytes(path), MemoryJson.Default.StoredMemory)
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            return null;
        }
    }
}

/// <summary>The stored file.</summary>
internal sealed record StoredMemory(List<StoredMaxima>? Baselines, List<StoredService>? Services, List<StoredAlert>? Firing);

/// <summary>An alert that holds, as it is stored.</summary>
/// <param name="Ring">The folder of the kept ring; null where there is none.</param>
internal sealed record StoredAlert(
    RingProcess Process, WatchCondition Condition, DateTimeOffset Since, double Value, double? Baseline, string? Ring)
{
    /// <summary>Makes one.</summary>
    public static StoredAlert From(WatchAlert alert) =>
        new(alert.Process, alert.Condition, alert.Since, alert.Value, alert.Baseline, alert.Kept?.Folder);
}

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(StoredMemory))]
internal sealed partial class MemoryJson : JsonSerializerContext;
