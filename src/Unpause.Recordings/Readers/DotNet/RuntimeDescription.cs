using System.Globalization;
using System.Runtime.InteropServices;
using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Recordings.Readers.DotNet;

/// <summary>
/// Which runtime, which version, which settings. Payloads: dotnet/runtime, src/coreclr/vm/ClrEtwAll.man,
/// RuntimeInformation, GCSettingsRundown, ModuleRundown; ProcessInfo: src/native/eventpipe/ep-event-source.c.
/// </summary>
internal sealed class RuntimeDescription(SourceBuilder source)
{
    private const uint ConcurrentFlag = 0x1;
    private const uint ServerFlag = 0x1000;
    private string? _informationVersion;

    /// <summary>RuntimeInformationStart, written at start and in the rundown.</summary>
    public void HandleRuntimeStart(in RuntimeEvent e)
    {
        var payload = new PayloadReader(e.Payload);
        payload.Skip(2 + 2);
        var (major, minor, build) = (payload.UInt16(), payload.UInt16(), payload.UInt16());
        payload.Skip(2 + 8);
        var flags = payload.UInt32();
        payload.Skip(1);
        var command = Text(payload.Utf16());
        payload.Skip(16);
        var path = payload.Utf16();
        if (payload.Remaining == 0 && path.IsEmpty && major == 0) return;
        _informationVersion = string.Create(CultureInfo.InvariantCulture, $"{major}.{minor}.{build}");
        source.RuntimeVersion ??= RuntimeVersionPath.Find(path);
        if (command.Length > 0) source.Command ??= command;
        source.Collector = (flags & ServerFlag) != 0 ? DotNetCollectors.Server : DotNetCollectors.Workstation;
        source.Settings["gcServer"] = OneOrZero(flags & ServerFlag);
        source.Settings[DotNetSettingNames.Concurrent] = OneOrZero(flags & ConcurrentFlag);
    }

    /// <summary>The command line, in the first event of files of .NET 5 and later.</summary>
    public void HandleProcessInfo(in RuntimeEvent e)
    {
        var payload = new PayloadReader(e.Payload);
        var command = Text(payload.Utf16());
        if (command.Length > 0) source.Command = command;
        var system = Text(payload.Utf16());
        if (system.Length > 0) source.Settings["operating system"] = system;
        var architecture = Text(payload.Utf16());
        if (architecture.Length > 0) source.Settings["architecture"] = architecture;
    }

    /// <summary>What the runtime lists when the session ends.</summary>
    public void HandleRundown(in RuntimeEvent e)
    {
        switch (e.Id)
        {
            case RuntimeEventIds.RuntimeStart: HandleRuntimeStart(e); break;
            case RuntimeEventIds.SettingsRundown: HandleSettings(e); break;
            case RuntimeEventIds.ModuleRundownEnd: HandleModule(e); break;
        }
    }

    public void Finish((int Least, int Most)? heaps, bool adapts, int? processors)
    {
        if (processors is { } count) source.Settings[DotNetSettingNames.Processors] = count.ToString(CultureInfo.InvariantCulture);
        if (adapts) source.Settings[DotNetSettingNames.Adapts] = "1";
        // Runtimes before .NET 5 call themselves 4.x here; only their paths differ (microsoft/perfview, RuntimeInformation).
        if (_informationVersion is not null && !_informationVersion.StartsWith("4.", StringComparison.Ordinal))
        {
            source.RuntimeVersion ??= _informationVersion;
        }

        if (heaps is not var (least, most)) return;
        source.Settings["heaps"] = least == most
            ? most.ToString(CultureInfo.InvariantCulture)
            : string.Create(CultureInfo.InvariantCulture, $"{least}–{most}");
        if (source.Collector is null && most > 1) source.Collector = DotNetCollectors.Server;
    }

    /// <summary>
    /// The events come in workstation GC's order: the runtime has not followed the setting, because with one processor it
    /// does not (dotnet/runtime, src/coreclr/vm/gcheaputilities.cpp). True when it was set.
    /// </summary>
    public bool FallBackToWorkstation()
    {
        if (source.Collector != DotNetCollectors.Server) return false;
        source.Collector = DotNetCollectors.Workstation;
        return true;
    }

    private void HandleSettings(in RuntimeEvent e)
    {
        var payload = new PayloadReader(e.Payload);
        Set(DotNetSettingNames.HardLimit, payload.Int64());
        Set(DotNetSettingNames.LargeThreshold, payload.Int64());
        Set("physical memory", payload.Int64());
        Set(DotNetSettingNames.Gen0Size, payload.Int64());
        Set("gen0 maximum budget", payload.Int64());
        Set(DotNetSettingNames.HighMemory, payload.UInt32());
        var bits = payload.UInt32();
        if (payload.Short) return;
        source.Settings[DotNetSettingNames.Concurrent] = OneOrZero(bits & 1);
        source.Settings["GCLargePages"] = OneOrZero(bits & 2);
        source.Settings["GCNoAffinitize"] = OneOrZero(bits & 16);
    }

    private void HandleModule(in RuntimeEvent e)
    {
        if (source.RuntimeVersion is not null) return;
        var payload = new PayloadReader(e.Payload);
        payload.Skip(8 + 8 + 4 + 4);
        source.RuntimeVersion = RuntimeVersionPath.Find(payload.Utf16());
    }

    private void Set(string name, long value)
    {
        if (value != 0) source.Settings[name] = value.ToString(CultureInfo.InvariantCulture);
    }

    private static string OneOrZero(uint flag) => flag != 0 ? "1" : "0";

    private static string Text(ReadOnlySpan<byte> utf16) =>
        new(MemoryMarshal.Cast<byte, char>(utf16[..Math.Min(utf16.Length & ~1, Limits.TextBytes)]));
}

/// <summary>Finds the runtime's version in the path of one of its files: <c>…/Microsoft.NETCore.App/10.0.12/libcoreclr.so</c>.</summary>
internal static class RuntimeVersionPath
{
    private const string Folder = "Microsoft.NETCore.App";

    /// <summary>The version; null when the path has none.</summary>
    public static string? Find(ReadOnlySpan<byte> utf16)
    {
        var path = MemoryMarshal.Cast<byte, char>(utf16);
        var at = path.LastIndexOf(Folder);
        if (at < 0) return null;
        var rest = path[(at + Folder.Length)..].TrimStart("/\\");
        var end = rest.IndexOfAny('/', '\\');
        if (end <= 0 || end > Limits.VersionChars || !char.IsAsciiDigit(rest[0])) return null;
        foreach (var c in rest[..end])
        {
            if (!char.IsAsciiLetterOrDigit(c) && c is not ('.' or '-')) return null;
        }

        return rest[..end].ToString();
    }
}
