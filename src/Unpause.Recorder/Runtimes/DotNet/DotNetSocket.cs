using System.Globalization;
using System.Runtime.Versioning;
using Unpause.Recorder.Peers;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>The diagnostics socket of a .NET process: who is behind it is proven whenever it is opened.</summary>
/// <param name="Folder">The path of its folder, as the process has it.</param>
/// <param name="Name">Its name.</param>
[SupportedOSPlatform("linux")]
internal sealed record DotNetSocket(string Folder, string Name)
{
    /// <summary>More sockets of one number are no leftovers.</summary>
    private const int MostLooked = 64;

    /// <summary>
    /// The name ends in the process's start time, so that one left by an earlier process with the same number differs;
    /// where that can't be compared (another or an unknown time namespace) the newest is taken.
    /// </summary>
    public static DotNetSocket? Of(ProcessView process)
    {
        var own = process.OwnId.ToString(CultureInfo.InvariantCulture);
        foreach (var path in (string[])[process.Variable("TMPDIR") is { Length: > 0 } set ? set : "/tmp", "/tmp"])
        {
            using var folder = ProcessFiles.Folder(process, path);
            if (folder is null) continue;
            var exact = $"dotnet-diagnostic-{own}-{process.StartTicks}-socket";
            if (IsSocket(exact)) return new DotNetSocket(path, exact);
            if (process.SharesOurTime == true) continue;
            var newest = folder.Names().Where(name => name.StartsWith($"dotnet-diagnostic-{own}-", StringComparison.Ordinal)
                    && name.EndsWith("-socket", StringComparison.Ordinal))
                .Take(MostLooked).Where(IsSocket).MaxBy(name => folder.FactsOf(name)?.Modified);
            if (newest is not null) return new DotNetSocket(path, newest);

            bool IsSocket(string name) => folder.FactsOf(name) is { IsSocket: true } facts && facts.User == process.UserId;
        }

        return null;
    }

    /// <summary>Connects; null when nobody is there, or anybody else than the process.</summary>
    public ProvenSocket? Open(ProcessView process)
    {
        using var folder = ProcessFiles.Folder(process, Folder);
        return folder is null ? null : ProvenSocket.Open(folder, Name, process);
    }
}
