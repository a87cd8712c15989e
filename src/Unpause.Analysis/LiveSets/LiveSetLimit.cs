namespace Unpause.Analysis.LiveSets;

/// <summary>The memory that a heap may take by its runtime's own settings.</summary>
public static class LiveSetLimit
{
    /// <summary>In bytes; null where the recording shows no limit.</summary>
    public static long? Find(Recording recording) =>
        Number(recording, DotNetSettingNames.HardLimit) ?? GoSettings.FindMemoryLimit(recording.Source.Settings)
            ?? recording.HeapMaximumBytes;

    private static long? Number(Recording recording, string name) =>
        recording.Source.Settings.TryGetValue(name, out var text)
        && long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var bytes) && bytes is > 0 and < long.MaxValue
            ? bytes
            : null;
}
