using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Tests.Readers.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

/// <summary>One finding per root cause: its consequences are folded into it.</summary>
public class RootCauseTests
{
    [Theory]
    [InlineData("datas", "datas-trade-off")]
    [InlineData("finalizers", "finalizer-backlog")]
    [InlineData("hard-limit", "large-object-churn")]
    [InlineData("induced", "induced-collections")]
    [InlineData("inducers", "induced-collections")]
    [InlineData("large-insides", "large-object-churn")]
    [InlineData("large-object-waits", "large-object-churn")]
    [InlineData("large-objects", "large-object-churn")]
    [InlineData("large-objects-blocking", "blocking-gen2")]
    [InlineData("leak", "growing-gen2")]
    [InlineData("locks", "lock-contention")]
    [InlineData("pinned", "young-pinning")]
    [InlineData("queues", "large-object-churn")]
    [InlineData("server-one-processor", "young-survivors")]
    [InlineData("sized", "large-object-churn")]
    [InlineData("small-container", "memory-limit-pressure")]
    [InlineData("small-gen0", "small-gen0-budget")]
    [InlineData("starved", "thread-pool-starvation")]
    [InlineData("through", "gen2-traffic")]
    [InlineData("web", "gen2-traffic")]
    [InlineData("workstation", "young-survivors")]
    [InlineData("young-pins", "young-pinning")]
    public void Tree_EachSample_HasOneRootCause(string sample, string cause)
    {
        var diagnoses = Diagnoses.Run([AnalysedProcess.From(NettraceSample.Read(sample))]);
        Assert.Equal([cause], diagnoses.Findings.Where(found => found.FollowsFrom is null).Select(found => found.Finding.Id));
    }
}
