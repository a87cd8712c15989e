using System.IO.Compression;
using System.Text;
using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.Jvm;

namespace Unpause.Tests.Diagnosis.Jvm;

public class RememberedSetBoundTests
{
    [Fact]
    public void RememberedSetBound_LogWithoutScanning_IsNotApplicable()
    {
        // Since JDK 14, -Xlog:gc* logs the merging of remembered sets, but not their scanning, which is most of the work.
        Assert.IsType<Verdict.FoundVerdict>(Check(_ => true));
        var verdict = Check(line => !line.Contains("Scan Heap Roots", StringComparison.Ordinal));
        Assert.Contains("gc+phases=debug", Assert.IsType<Verdict.NotApplicableVerdict>(verdict).Why, StringComparison.Ordinal);
    }

    private static Verdict Check(Func<string, bool> keep)
    {
        using var packed = File.OpenRead(
            RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "jvm", "remembered-set-bound-jdk17.log.gz"));
        using var text = new StreamReader(new GZipStream(packed, CompressionMode.Decompress), Encoding.UTF8);
        var lines = text.ReadToEnd().Split('\n').Where(keep);
        return new RememberedSetBound().Check(AnalysedProcess.From(Assert.Single(Samples.Of(string.Join('\n', lines)))));
    }
}
