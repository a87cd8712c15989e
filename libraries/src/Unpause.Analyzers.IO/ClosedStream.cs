using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using Unpause.Analyzers.Shared;

namespace Unpause.Analyzers.IO;

/// <summary>
/// Whether a stream may be closed when its content is copied, as by what compresses into it and closes it. A MemoryStream still has its
/// bytes then; a pooled one gave them back.
/// </summary>
internal sealed class ClosedStream(SemanticModel model, CancellationToken cancellationToken)
{
    private const int Never = int.MaxValue;

    // Wrappers around wrappers, locals that are others, methods that call methods: more than anybody reads.
    private const int MaxDepth = 8;

    /// <summary>Whether some copy of the stream comes after something that closes it.</summary>
    internal bool IsCopied(ILocalSymbol stream, IOperation creation)
    {
        var uses = SingleValue.References(stream, creation);
        var last = uses.Where(MemoryStreamAnalyzer.IsCopied).Select(use => use.Syntax.SpanStart).DefaultIfEmpty().Max();
        return uses.Any(use => ClosedBy(use, 0) <= last);
    }

    /// <summary>From where on in the text a stream, or what writes into it, may be closed because of this use.</summary>
    private int ClosedBy(IOperation use, int depth)
    {
        if (depth > MaxDepth) return use.Syntax.SpanStart;
        while (use.Parent is IConversionOperation or IConditionalOperation or ICoalesceOperation) use = use.Parent;
        return use.Parent switch
        {
            IInvocationOperation call when call.Instance == use => IsClosing(call) ? call.Syntax.Span.End : Never,
            IConditionalAccessOperation { WhenNotNull: IInvocationOperation call } when IsClosing(call) => call.Syntax.Span.End,
            IUsingOperation block when block.Resources == use => block.Syntax.Span.End,
            IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator } =>
                Math.Min(EndOfUsing(declarator), ClosedBy(declarator.Symbol, declarator, depth)),
            IAssignmentOperation { Target: ILocalReferenceOperation other } assignment when assignment.Value == use =>
                ClosedBy(other.Local, other, depth),
            IArgumentOperation { Parent: IObjectCreationOperation wrapper } argument =>
                StaysOpen(argument, wrapper.Arguments) ? Never : ClosedBy(wrapper, depth + 1),
            IArgumentOperation { Parent: IInvocationOperation call } argument => ClosedByCall(call, argument, depth),
            _ => Never,
        };
    }

    private int ClosedBy(ILocalSymbol local, IOperation inside, int depth) => SingleValue.References(local, inside)
        .Where(use => !SingleValue.Writes(use)).Select(use => ClosedBy(use, depth + 1)).DefaultIfEmpty(Never).Min();

    private int ClosedByCall(IInvocationOperation call, IArgumentOperation argument, int depth)
    {
        if (StaysOpen(argument, call.Arguments)) return Never;
        // What it makes may own the stream. Of calls that are over only those are known that one can read.
        return !UsingLocal.IsOver(call) || Closes(call.TargetMethod, argument.Parameter, depth) ? call.Syntax.Span.End : Never;
    }

    private bool Closes(IMethodSymbol method, IParameterSymbol? parameter, int depth)
    {
        var declared = method.OriginalDefinition.DeclaringSyntaxReferences.FirstOrDefault(part => part.SyntaxTree == model.SyntaxTree);
        if (declared is null || model.GetOperation(declared.GetSyntax(cancellationToken), cancellationToken) is not { } body) return false;
        return body.Descendants().OfType<IParameterReferenceOperation>().Any(use =>
            SymbolEqualityComparer.Default.Equals(use.Parameter, parameter?.OriginalDefinition) && ClosedBy(use, depth + 1) < Never);
    }

    private static int EndOfUsing(IOperation declarator)
    {
        var parent = declarator.Parent;
        while (parent is IVariableDeclarationOperation or IVariableDeclarationGroupOperation) parent = parent.Parent;
        return parent switch
        {
            IUsingOperation block => block.Syntax.Span.End,
            IUsingDeclarationOperation { Parent: { } block } => block.Syntax.Span.End,
            _ => Never,
        };
    }

    private static bool IsClosing(IInvocationOperation call) => call.TargetMethod.Name is "Close" or "Dispose" or "DisposeAsync";

    /// <summary>Whether the stream isn't closed together with what gets it: by an argument that says so, or because it never is.</summary>
    private static bool StaysOpen(IArgumentOperation stream, IEnumerable<IArgumentOperation> arguments) =>
        stream.Parameter?.ContainingSymbol.ContainingType.Name == "Utf8JsonWriter"
        || (stream.Parameter?.ContainingSymbol is { Name: "Create", ContainingType.Name: "XmlWriter" } && !SetsCloseOutput(stream))
        || arguments.Any(argument => argument.Value.ConstantValue is { HasValue: true, Value: bool value }
            && (value ? argument.Parameter?.Name.StartsWith("leave", StringComparison.Ordinal) : argument.Parameter?.Name == "ownsStream")
            == true);

    private static bool SetsCloseOutput(IOperation argument) =>
        argument.Syntax.SyntaxTree.GetRoot().DescendantTokens().Any(token => token.ValueText == "CloseOutput");
}
