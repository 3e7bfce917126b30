//! Synced writes of whole blocks that bypass the system's page cache. That takes less time than a
//! write to the cache and a sync. The block in which a frame begins is written again, with the same
//! bytes in front of the frame.

use super::disk::WriteError;
use super::segments::{Place, SEGMENTS};
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;

/// The length and the alignment of a block in bytes: a multiple of what nearly all disks ask for.
const BLOCK: usize = 4_096;

/// Segment files that are written in whole blocks.
#[derive(Debug)]
pub(super) struct Blocks {
    files: [File; SEGMENTS],
    segment_bytes: u64,
    /// Longer by a block than the blocks in it, because these begin at an aligned address.
    memory: Vec<u8>,
    /// Where the last frame ended.
    end: Option<Place>,
    /// The bytes in front of that end in its block.
    before_end: Vec<u8>,
}

impl Blocks {
    /// The files must be open for reading and writing.
    pub(super) fn new(files: [File; SEGMENTS], segment_bytes: u64) -> Self {
        if segment_bytes.is_multiple_of(BLOCK as u64) {
            // Without it, writes go through the cache, which is slower.
            files.iter().for_each(|file| drop(bypass_cache(file, true)));
        }
        let (memory, before_end) = (Vec::new(), Vec::new());
        Self { files, segment_bytes, memory, end: None, before_end }
    }

    /// Writes and syncs a frame, and zeros behind it up to the end of its last block.
    pub(super) fn write(&mut self, place: Place, frame: &[u8]) -> Result<(), WriteError> {
        self.write_blocks(place, frame).map_err(WriteError::of_write)?;
        self.files[place.segment].sync_data().map_err(WriteError::Final)
    }

    fn write_blocks(&mut self, place: Place, frame: &[u8]) -> io::Result<()> {
        let file = &self.files[place.segment];
        let in_block = usize::try_from(place.offset % BLOCK as u64).map_err(io::Error::other)?;
        let begin = place.offset - in_block as u64;
        let left = usize::try_from(self.segment_bytes - begin).map_err(io::Error::other)?;
        let end = in_block + frame.len();
        let length = end.next_multiple_of(BLOCK).min(left);
        if self.memory.len() < length + BLOCK {
            self.memory.resize(length + BLOCK, 0);
        }
        let aligned = self.memory.as_ptr().align_offset(BLOCK);
        let blocks = &mut self.memory[aligned..][..length];
        if self.end == Some(place) {
            blocks[..in_block].copy_from_slice(&self.before_end);
        } else if in_block > 0 {
            file.read_exact_at(&mut blocks[..BLOCK.min(left)], begin)?;
        }
        blocks[in_block..end].copy_from_slice(frame);
        blocks[end..].fill(0);
        write_past_cache(file, blocks, begin)?;
        self.end = Some(Place { offset: begin + end as u64, ..place });
        self.before_end.clear();
        self.before_end.extend_from_slice(&blocks[end - end % BLOCK..end]);
        Ok(())
    }
}

/// Writes aligned blocks. If the disk refuses them because its own are larger, this and all later
/// writes go through the cache.
fn write_past_cache(file: &File, blocks: &[u8], offset: u64) -> io::Result<()> {
    match file.write_all_at(blocks, offset) {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
            bypass_cache(file, false)?;
            file.write_all_at(blocks, offset)
        }
        written => written,
    }
}

/// Lets the writes to a file bypass the system's cache, or not.
///
/// # Errors
/// The file or its file system cannot do that.
#[cfg(target_os = "linux")]
fn bypass_cache(file: &File, bypasses: bool) -> io::Result<()> {
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    let mut flags = fcntl_getfl(file)?;
    flags.set(OFlags::DIRECT, bypasses);
    Ok(fcntl_setfl(file, flags)?)
}

/// Returns an error, because only Linux has this.
#[cfg(not(target_os = "linux"))]
fn bypass_cache(_: &File, _: bool) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::PathBuf;
    use tempfile::TempDir;

    /// Segment files full of ones.
    fn segments(bytes: usize) -> (TempDir, [PathBuf; SEGMENTS]) {
        let folder = tempfile::tempdir().unwrap();
        let paths = [0, 1, 2].map(|number| folder.path().join(format!("segment-{number}")));
        paths.iter().for_each(|path| fs::write(path, vec![1; bytes]).unwrap());
        (folder, paths)
    }

    fn open(paths: &[PathBuf; SEGMENTS], bytes: usize) -> Blocks {
        let files = paths.each_ref().map(|path| File::options().read(true).write(true).open(path));
        Blocks::new(files.map(Result::unwrap), bytes as u64)
    }

    #[test]
    fn frames_lie_one_behind_another_and_zeros_fill_the_last_block() {
        // The second length is no multiple of a block.
        for bytes in [8 * BLOCK, 30_000] {
            let (_folder, paths) = segments(bytes);
            let mut blocks = open(&paths, bytes);
            let mut expected = [const { Vec::<u8>::new() }; SEGMENTS];
            for (segment, expected) in expected.iter_mut().enumerate() {
                let lengths = [40, BLOCK - 40, 1, 2 * BLOCK, 5_000, BLOCK - 1, 100];
                for (number, length) in lengths.into_iter().enumerate() {
                    let frame = vec![u8::try_from(number).unwrap() + 2; length];
                    let place = Place { segment, offset: expected.len() as u64 };
                    blocks.write(place, &frame).unwrap();
                    expected.extend(frame);
                    let there = fs::read(&paths[segment]).unwrap();
                    let padded = expected.len().next_multiple_of(BLOCK).min(bytes);
                    assert_eq!(there.len(), bytes);
                    assert!(there.starts_with(expected));
                    assert!(there[expected.len()..padded].iter().all(|byte| *byte == 0));
                    assert!(there[padded..].iter().all(|byte| *byte == 1));
                }
                let rest = vec![9; bytes - expected.len()];
                blocks.write(Place { segment, offset: expected.len() as u64 }, &rest).unwrap();
                expected.extend(rest);
            }
            assert!(paths.iter().map(|path| fs::read(path).unwrap()).eq(expected));
        }
    }

    #[test]
    fn what_lies_in_front_of_a_frame_stays_wherever_it_is_written() {
        let bytes = 4 * BLOCK;
        let (_folder, paths) = segments(bytes);
        let mut blocks = open(&paths, bytes);
        for offset in [5_000, 100, 9_000, 10_000] {
            blocks.write(Place { segment: 2, offset }, &[7; 10]).unwrap();
        }
        let there = fs::read(&paths[2]).unwrap();
        for (range, byte) in [(0..100, 1), (100..110, 7), (110..BLOCK, 0), (BLOCK..5_000, 1)] {
            assert!(there[range.clone()].iter().all(|there| *there == byte), "{range:?}");
        }
        assert_eq!((there[9_009], there[9_010], there[10_000], there[10_010]), (7, 0, 7, 0));
        // The next life of the process may begin in the middle.
        open(&paths, bytes).write(Place { segment: 2, offset: 10_010 }, &[8; 10]).unwrap();
        let there = fs::read(&paths[2]).unwrap();
        assert_eq!((there[9_009], there[10_009], there[10_010]), (7, 7, 8));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn blocks_that_the_disk_refuses_go_through_the_cache() {
        let bytes = 4 * BLOCK;
        let (_folder, paths) = segments(bytes);
        let file = File::options().read(true).write(true).open(&paths[0]).unwrap();
        if bypass_cache(&file, true).is_err() {
            eprintln!("skipped: the file system of the temporary folder cannot bypass the cache");
            return;
        }
        let aligned = vec![7; 2 * BLOCK];
        let odd = 1 + aligned.as_ptr().align_offset(2);
        write_past_cache(&file, &aligned[odd..][..100], 50).unwrap();
        let there = fs::read(&paths[0]).unwrap();
        assert_eq!((there[49], there[50], there[149], there[150]), (1, 7, 7, 1));
    }
}
