using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using Unpause.Analyzers.Shared;

namespace Unpause.Analyzers.IO;

/// <summary>Flags a <c>new MemoryStream()</c> that a local gets, at once or later, and whose content is taken with ToArray.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class MemoryStreamAnalyzer : DiagnosticAnalyzer
{
    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } = ImmutableArray.Create(StreamRules.MemoryStream);

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterOperationAction(Analyze, OperationKind.ObjectCreation);
    }

    /// <summary>The local that a creation goes to.</summary>
    internal static ILocalSymbol? Local(IOperation creation)
    {
        var (value, parent) = (creation, creation.Parent);
        while (parent is IConversionOperation or IConditionalOperation or ICoalesceOperation) (value, parent) = (parent, parent.Parent);
        return parent switch
        {
            IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator } => declarator.Symbol,
            IAssignmentOperation { Target: ILocalReferenceOperation reference } assignment when assignment.Value == value =>
                reference.Local,
            _ => null,
        };
    }

    /// <summary>Whether this use of the stream takes its content with ToArray.</summary>
    internal static bool IsCopied(IOperation stream)
    {
        while (stream.Parent is IConversionOperation conversion) stream = conversion;
        return stream.Parent switch
        {
            IInvocationOperation { TargetMethod.Name: "ToArray" } call => call.Instance == stream,
            // stream?.ToArray()
            IConditionalAccessOperation access when access.Operation == stream =>
                access.WhenNotNull.DescendantsAndSelf().OfType<IInvocationOperation>().Any(
                    call => call is { TargetMethod.Name: "ToArray", Instance: IConditionalAccessInstanceOperation }),
            _ => false,
        };
    }

    private static void Analyze(OperationAnalysisContext context)
    {
        var creation = (IObjectCreationOperation)context.Operation;
        if (creation.Type?.ToDisplayString() != "System.IO.MemoryStream"
            || creation.Arguments.Any(argument => argument.Parameter?.Type.SpecialType != SpecialType.System_Int32))
        {
            return;
        }

        if (Local(creation) is not { } local || LongLived.Holds(creation, context.ContainingSymbol)) return;
        if (!SingleValue.References(local, creation).Any(IsCopied)) return;
        context.ReportDiagnostic(Diagnostic.Create(StreamRules.MemoryStream, creation.Syntax.GetLocation()));
    }
}
