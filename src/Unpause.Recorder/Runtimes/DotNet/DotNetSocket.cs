using System.Globalization;
using System.Runtime.Versioning;
using Unpause.Recorder.Peers;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>The diagnostics socket of a .NET process. Each connection verifies which process listens.</summary>
/// <param name="Folder">The path of its folder, as the process sees it.</param>
/// <param name="Name">Its name.</param>
[SupportedOSPlatform("linux")]
internal sealed record DotNetSocket(string Folder, string Name)
{
    /// <summary>More sockets for one process id are not plausible.</summary>
    private const int MostLooked = 64;

    /// <summary>
    /// The name ends with the process's start time, which distinguishes it from the socket of an earlier process with the same id. If the
    /// time can't be compared (another or an unknown time namespace), the newest is used.
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

    /// <summary>Connects; null when nobody listens there, or another process does.</summary>
    public ProvenSocket? Open(ProcessView process)
    {
        using var folder = ProcessFiles.Folder(process, Folder);
        return folder is null ? null : ProvenSocket.Open(folder, Name, process);
    }
}
