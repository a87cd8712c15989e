using System.IO.Compression;
using Unpause.Recordings;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Reports;

namespace Unpause.Tests.Reports;

/// <summary>A report says which run of which service it is about.</summary>
public class IdentityDocumentTests
{
    [Fact]
    public void RunId_PackedOrRenamedFile_IsTheSame()
    {
        var log = File.ReadAllBytes(RepositoryFolder.File("samples", "jvm", "g1-jdk17.log"));
        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Fastest, leaveOpen: true)) gzip.Write(log);
        var plain = IdOf("a.log", log);
        Assert.Matches("^[0-9a-f]{16}$", plain);
        Assert.Equal(plain, IdOf("b.txt", log));
        Assert.Equal(plain, IdOf("a.log.gz", packed.ToArray()));
        log[^10] ^= 1;
        Assert.NotEqual(plain, IdOf("a.log", log));
    }

    [Fact]
    public void Identity_UserAndStored_PrefersTheUsers()
    {
        var said = new RunIdentity { Service = "cart", Labels = [new("region", "eu"), new("team", "a")] };
        var report = Report.Create([Recorded.With(1000, (0, 10))]) with { Identity = said };
        var stored = report.Finish().With(new RunIdentity { Service = "basket", Labels = [new("team", "b")] });
        var identity = stored.Document.Processes[0].Source.Identity!;
        Assert.Equal(("basket", "eu", "b"), (identity.Service, identity.Labels["region"], identity.Labels["team"]));
        Assert.Equal("cart", report.ToDocument().Processes[0].Source.Identity!.Service);
    }

    private static string? IdOf(string name, byte[] content)
    {
        var loaded = RuntimeTable.Default.Load([new RecordingInput(name, () => new MemoryStream(content))]);
        return Report.Create(loaded.Recordings).ToDocument().Processes[0].Source.Identity!.RunId;
    }
}
