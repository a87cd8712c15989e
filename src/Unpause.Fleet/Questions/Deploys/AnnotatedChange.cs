using Unpause.Fleet.Annotations;

namespace Unpause.Fleet.Questions.Deploys;

/// <summary>A change that only annotations mark: the version before and after it is the same.</summary>
/// <param name="Annotation">The first one.</param>
/// <param name="Earliest">The first step after the change before this one.</param>
/// <param name="First">The step in which it began; it is on no side.</param>
/// <param name="Last">The step in which it ended; it is on no side.</param>
/// <param name="Latest">The last step before the next change.</param>
internal sealed record AnnotatedChange(DeployAnnotation Annotation, long Earliest, long First, long Last, long Latest);
